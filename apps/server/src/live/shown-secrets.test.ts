import {
  testJoinedEvents,
  testMergedResponse,
  testShownStreams,
  testTableOfWays,
  useShownSecrets,
} from './shown-secrets.testkit.ts'

/** The streams that are shown in all ways: undivided, and divided by each of a line, a network piece and the end. */
const inAllWays: readonly string[] = [
  'in one line',
  'over two lines of data with an ID between them',
  'over two network pieces',
  'at the end of a stream that stops',
]
/** The ways of each stream: those of the page, which read no more than a piece of an event at once. */
const alwaysTested: readonly string[] = ['the list', 'an opened event', 'a joined text', 'the export as text']

useShownSecrets()
testTableOfWays()
testShownStreams((stream, way) => inAllWays.includes(stream) || alwaysTested.includes(way))
testJoinedEvents()
testMergedResponse()
