/**
 * Whether an address may be given to the system's browser: one of the web or of mail. Any other scheme could
 * start a program or open a file. Characters that a shell or a program could read as more than one argument are
 * refused as well.
 */
export function isOutsideLink(url: string): boolean {
  return /^(?:https?:\/\/[^\s/?#\\]|mailto:[^\s/])/i.test(url) && !/[\p{Cc}\s"<>`]/u.test(url)
}
