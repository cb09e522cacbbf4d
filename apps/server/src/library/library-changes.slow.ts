import { testAppliedChanges, testSizeOfChanges, useFollowedTree } from './library-changes.testkit.ts'

const tree = useFollowedTree()
testAppliedChanges(tree, null)
testSizeOfChanges(tree, 20)
