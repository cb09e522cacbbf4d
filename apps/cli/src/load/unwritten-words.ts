/** Says that the folder of a load test cannot be written. */
export function unwrittenWords(folder: string, code: string): string {
  return `${folder} cannot be written (${code}). Give another folder to --export.`
}
