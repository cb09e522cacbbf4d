import { sampleOf } from '@parley/testkit/sample-of'

/** A look of the system that the page follows. */
export type Theme = 'dark' | 'light'

/** The theme that this commit tests a screen in, by the screen's name; the second lane tests both. */
export const themesFor = (screen: string): readonly Theme[] =>
  sampleOf(`theme of ${screen}`, ['dark', 'light'])
