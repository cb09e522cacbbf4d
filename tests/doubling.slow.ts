import { testReaders } from './doubling.testkit.ts'

// Of pieces that most readers treat alike one each. Shorter texts would not show work that grows with their square.
testReaders([' ', '"', '{{', '(', '<a', '\n', 'a', '\\', '- ', '"a":'], 300_000)
