"""The worker: finds by state what is to be done and does it, again and again."""

import logging
import signal
import threading
from collections.abc import Iterator
from datetime import date
from itertools import islice
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections

from federation import clock
from federation.accounts.delivery import deliver_due
from federation.actions.audit import anchor_heads
from federation.actions.imports import working as importing
from federation.actions.retention import Done, apply_all
from matches.actions.sealing import past_deadline, seal_encounter, waiting
from matches.actions.signing import close_signing_at_deadline

logger = logging.getLogger(__name__)
SLOW_SWEEP_SECONDS = 60
BATCHES_A_SWEEP = 10


class Command(BaseCommand):
    help = (
        "Sella las actas firmadas, lee e importa archivos grandes, cierra los plazos de firma, ancla la "
        "auditoría, envía el correo y quita una vez al día lo que ha cumplido su plazo de conservación."
    )
    # What is left of today's run through the periods, and the day that it is of.
    keeping: Iterator[Done] = iter(())
    kept_on: date | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="Una sola vuelta.")
        parser.add_argument("--pause", type=float, default=1.0, help="Segundos entre vueltas.")

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()

        def end(_number: int, _frame: FrameType | None) -> None:
            stop.set()

        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, end)
            signal.signal(signal.SIGINT, end)
        turns = max(1, int(SLOW_SWEEP_SECONDS / max(options["pause"], 0.1)))
        turn = 0
        while not stop.is_set():
            # First, so that what a deadline has just released is sealed in the same turn.
            if turn % turns == 0:
                self._slow_sweep()
            self._seal_waiting(stop)
            self._import_waiting(stop)
            if options["once"]:
                return
            turn += 1
            close_old_connections()
            stop.wait(options["pause"])

    def _seal_waiting(self, stop: threading.Event) -> None:
        for encounter in waiting():
            if stop.is_set():
                return
            try:
                acta = seal_encounter(encounter)
            except Exception:
                # One encounter that cannot be sealed must not keep the others from it;
                # it stays signed, is told, and is tried again at the next turn.
                logger.exception("encounter %s could not be sealed", encounter)
                continue
            if acta is not None:
                self.stdout.write(f"Acta sellada: {acta.content.number}, versión {acta.version}.")

    def _import_waiting(self, stop: threading.Event) -> None:
        for source in importing.waiting():
            if stop.is_set():
                return
            importing.work_on(source)
            self.stdout.write(f"Importación atendida: {source}.")

    def _slow_sweep(self) -> None:
        for encounter in past_deadline():
            try:
                close_signing_at_deadline(encounter_id=encounter)
            except Exception:
                logger.exception("the signing of encounter %s could not be closed", encounter)
        anchor_heads()
        deliver_due()
        self._apply_periods()

    def _apply_periods(self) -> None:
        """A few batches at each sweep, so that no acta waits for what has years of time."""
        if self.kept_on != clock.today():
            self.kept_on, self.keeping = clock.today(), apply_all()
        try:
            for done in islice(self.keeping, BATCHES_A_SWEEP):
                logger.info("retention: %s, %s gone, %s left", done.what.value, done.gone, done.left)
        except Exception:
            # It must not keep anything from being sealed. What was done stays; tomorrow it begins again.
            logger.exception("the periods of retention could not be applied")
