"""How accounts behave: how one gets in, with what proofs, from which devices, and what mail says of it.

The library (allauth) finds `AccountAdapter` and `MFAAdapter` through the settings. Other apps use
`recently_identified` around views of dangerous acts, and `has_second_factor`.
"""

from federation.accounts.adapters import AccountAdapter, MFAAdapter
from federation.accounts.identification import identified_recently, recently_identified
from federation.accounts.second_factor import (
    FACTORS,
    enrolled_factors,
    has_second_factor,
    record_second_factor,
)

__all__ = [
    "FACTORS",
    "AccountAdapter",
    "MFAAdapter",
    "enrolled_factors",
    "has_second_factor",
    "identified_recently",
    "recently_identified",
    "record_second_factor",
]
