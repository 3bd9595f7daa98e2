"""What whoever opens the folder reads first. In Spanish, the language of the federation's records."""

from federation.archive.manifest import FORMAT, NAME, SCHEMA, SUMS

README = f"""EXPORTACIÓN COMPLETA DE LA FEDERACIÓN ({FORMAT})

Aquí está todo lo que consta en la instalación: personas con sus documentos y contactos, licencias, equipos,
encuentros, actas selladas, cuentas y el registro de lo que se hizo. SON DATOS PERSONALES, también de menores:
guarda la carpeta cifrada, no la envíes por correo y bórrala cuando ya no haga falta.

Qué hay
  {NAME}    qué archivos hay, cuántas filas tiene cada tabla y la huella SHA-256 de cada archivo
  {SUMS}       las mismas huellas, para «sha256sum --check {SUMS}»
  {SCHEMA}      las tablas y sus columnas: nombre, tipo, longitud y a qué tabla apunta cada una
  tables/          una tabla por archivo, una fila por línea (JSON, UTF-8), por orden de su clave
  files/           los documentos que las filas nombran: las actas selladas en PDF, las fotos

Cómo se lee
  Cada línea es un objeto JSON. Las horas van en UTC y las fechas como AAAA-MM-DD. Una columna que acaba en
  _id lleva la clave de una fila de la tabla que dice {SCHEMA}; una de tipo «file», el nombre de un archivo.
  Un acta de files/ lleva dentro sus propios datos (acta.json) y el sello de la federación: cualquier lector
  de PDF que entienda firmas comprueba que no ha cambiado.

Cómo se vuelve a usar
  En una instalación vacía de este mismo programa y versión, con PostgreSQL o con SQLite:
    manage.py migrate
    manage.py import_federation CARPETA

Qué no está
  Las sesiones abiertas, los correos por salir y las llaves de la instalación: SECRET_KEY, TABLE_PIN_PEPPER y
  la del sello. Sin la misma SECRET_KEY no valen los códigos de la verificación en dos pasos, y sin el mismo
  TABLE_PIN_PEPPER hay que poner de nuevo los PIN de mesa. Las contraseñas van solo como huella.
"""
