/** Returns whether a source has a test or a group of tests with a title, which no quote may end early. */
export function hasTitle(source: string, title: string): boolean {
  return (
    ["'", '"', '`'].some(quote => source.includes(`(${quote}${title}${quote}`)) ||
    hasTitleOfTable(source, title)
  )
}

/** `test.each` may have its title on a separate line. */
function hasTitleOfTable(source: string, title: string): boolean {
  return source
    .split('\n')
    .some(line => [`'${title}',`, `"${title}",`, `\`${title}\`,`].includes(line.trim()))
}
