/**
 * Files in which a comment or a text for users still has a word of the list. It only shrinks: a file that has none any
 * more must leave it, and no file is added.
 */
export const filesWithHardWords: readonly string[] = []
