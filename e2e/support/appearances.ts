/** A colour scheme of the system, which the page follows. */
export type Theme = 'dark' | 'light'

/** Both themes, for screens that are looked at in each. */
export const themes: readonly Theme[] = ['dark', 'light']
