// Only a browser without modules runs this: it gets the plain styles, and the note that it is too old.
document.write('<link rel="stylesheet" href="/plain.css">');
document.addEventListener('DOMContentLoaded', function () {
  var note = document.getElementById('too-old');
  note.removeAttribute('hidden');
  document.body.insertBefore(note, document.body.firstChild);
});
