/** Texts whose previews are more than their characters, by media type (RFC 7111, RFC 7763). */
export const textKinds: Readonly<
  Record<string, { readonly kind: 'csv' | 'markdown'; readonly label: string } | undefined>
> = {
  'text/csv': { kind: 'csv', label: 'CSV' },
  'text/tab-separated-values': { kind: 'csv', label: 'TSV' },
  'text/markdown': { kind: 'markdown', label: 'Markdown' },
}
