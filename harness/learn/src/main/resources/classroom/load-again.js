// A browser gives up requests whenever the machine's networks change, as they do when a lab starts.
// A page that lacks a file of its own asks for it again: a style sheet by itself, a script with the page.
addEventListener('error', ({ target }) => {
  if (target.tagName === 'LINK') setTimeout(() => target.replaceWith(target.cloneNode()), 500);
  if (target.tagName === 'SCRIPT') setTimeout(() => location.reload(), 500);
}, true);
