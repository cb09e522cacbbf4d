/** A difference from Parley's request that a library cannot avoid, stated in the code. */
interface StatedDifference {
  /** Matches the notice in the code. */
  readonly notice: RegExp
  /** Matches the differences that the notice explains. */
  readonly differs: RegExp
}

/** The notices and the differences that they explain. */
const statedDifferences: readonly StatedDifference[] = [
  {
    notice: /has no (?:Digest|Signature v4) authorization; this code sends none/,
    differs: /^fields: /,
  },
  {
    notice: /authorization is computed for each request and is not part of this code/,
    differs: /^(?:url|content|fields): /,
  },
  { notice: /curl takes the date of the signature from the header Date/, differs: /^fields: / },
  { notice: /does not keep .* so it sends a different URL or fails/, differs: /^(?:url: |nothing arrived)/ },
  { notice: /A command line cannot contain/, differs: /^(?:content: |nothing arrived)/ },
  { notice: /HTTPie accepts only methods of letters/, differs: /^method: / },
  { notice: /The library writes the Content-Type of a form/, differs: /^(?:content|fields): / },
  { notice: /does not let code set the header/, differs: /^fields: / },
  { notice: /sends only ASCII headers/, differs: /^fields: / },
  { notice: /so the header .* is left out|leaves out the header/, differs: /^fields: / },
  { notice: /Wget has no forms with parts; this code sends no content/, differs: /^(?:content|fields): / },
  { notice: /sends no (?:content with (?:GET|HEAD)|form without parts)/, differs: /^content: / },
  {
    notice: /in the text fields of a form as CRLF|sends a text field that has a type as a file/,
    differs: /^content: /,
  },
  {
    notice:
      /gives (?:the )?texts of a form no type|sends text fields of a form without a type|cannot write the type/,
    differs: /^content: /,
  },
  { notice: /writes a backslash|so the field .* is left out|cannot name the file/, differs: /^content: / },
]

/** Returns the notice in a piece of code that explains a difference; null if there is none. */
export function excuseOf(code: string, fault: string): string | null {
  return (
    statedDifferences.find(({ notice, differs }) => differs.test(fault) && notice.test(code))?.notice
      .source ?? null
  )
}

/** Returns whether a piece of code states any difference. */
export function isStated(code: string): boolean {
  return statedDifferences.some(({ notice }) => notice.test(code))
}
