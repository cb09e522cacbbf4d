import { sampleOf } from '@parley/testkit/sample-of'

/** A colour scheme of the system, which the page follows. */
export type Theme = 'dark' | 'light'

/**
 * Returns the theme in which this commit tests a screen, by the screen's name; the second lane tests both.
 */
export const themesFor = (screen: string): readonly Theme[] =>
  sampleOf(`theme of ${screen}`, ['dark', 'light'])
