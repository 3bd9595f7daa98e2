"""Names of months and weekdays, whole and short, in the languages that our users' programs speak."""

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "enero ene gener gen xaneiro xan january jan",
            "febrero feb febrer febr febreiro february",
            "marzo mar març march",
            "abril abr april apr",
            "mayo may maig mai maio",
            "junio jun juny xuño xuñ june",
            "julio jul juliol xullo xul july",
            "agosto ago agost ag august aug",
            "septiembre setiembre sep sept set setembre setembro september",
            "octubre oct outubro out october",
            "noviembre nov novembre novembro november",
            "diciembre dic desembre des decembro dec december",
        ),
        start=1,
    )
    for name in names.split()
}
WEEKDAYS = frozenset(
    name
    for names in (
        "lunes martes miércoles miercoles jueves viernes sábado sabado domingo",
        "lun mar mié mie jue vie sáb sab dom",
        "dilluns dimarts dimecres dijous divendres dissabte diumenge",
        "monday tuesday wednesday thursday friday saturday sunday",
        "mon tue wed thu fri sat sun",
    )
    for name in names.split()
)
