"""Imports: from the file that comes to what it wrote, and back.

| module | does |
|---|---|
| `uploading` | takes a file, its corrections and answers; throws it away |
| `working` | reads and compares; applies in one transaction; both in the request or as a job |
| `undoing` | takes back what an import wrote, while nothing depends on it |
| `targets` | what each kind of file must be able to do (`Importer`), and who does it (`settings.IMPORTERS`) |
| `people`, `clubs` | the kinds of this app; those above have theirs |
| `written` | how it is kept what a row wrote |
"""
