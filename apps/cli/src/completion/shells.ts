/** The shells that completion is printed for. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type Shell = (typeof shells)[number]
