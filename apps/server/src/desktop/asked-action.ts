/** What a window does because of a file or link that was opened. */
export type AskedAction =
  /** Asks whether to open the workspace. */
  | { readonly kind: 'workspace'; readonly folder: string }
  /** Opens the import dialog with the address; nothing is fetched before the user says so. */
  | { readonly kind: 'importUrl'; readonly url: string }
  /** Reads a file that was picked, and shows what it contains. */
  | { readonly kind: 'importFile'; readonly name: string; readonly filePath: string }
  | { readonly kind: 'refused'; readonly sentence: string; readonly nextStep: string }
