// Finds pages by words: every word must be in the page; titles and headings count more than text.
const form = document.querySelector("main form");
const list = document.querySelector("#found");
const pages = JSON.parse(document.querySelector("#index").textContent);

function score(page, words) {
  let sum = 0;
  for (const word of words) {
    const inText = page.text.toLowerCase().split(word).length - 1;
    const inHeadings = page.headings.toLowerCase().split(word).length - 1;
    const inTitle = page.title.toLowerCase().includes(word) ? 1 : 0;
    if (inText + inHeadings + inTitle === 0) {
      return 0;
    }
    sum += Math.min(inText, 20) + 20 * inHeadings + 100 * inTitle;
  }
  return sum;
}

function around(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 80);
  return (at ? "… " : "") + text.slice(at, at + 240) + " …";
}

function show(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length
    ? pages
        .map((page) => [score(page, words), page])
        .filter(([points]) => points > 0)
        .sort((a, b) => b[0] - a[0])
        .slice(0, 30)
    : [];
  list.replaceChildren(
    ...found.map(([, page]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = page.place;
      link.textContent = page.title;
      const text = document.createElement("p");
      text.textContent = around(page.text, words[0]);
      item.append(link, text);
      return item;
    })
  );
  document.querySelector("#count").textContent = words.length ? found.length + " pages" : "";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show(form.q.value);
});
form.q.addEventListener("input", () => show(form.q.value));
form.q.value = new URLSearchParams(location.search).get("q") ?? "";
show(form.q.value);
