import { fetchedNode, fetchNode, isNewEnough, isOutdated, NodeFault, pinnedNode } from './fetch-node.mjs'

/** What `npm install` does at its end: it fetches Node where the one that runs this is too old for Parley. */
const isNeeded = isOutdated() || (!isNewEnough() && fetchedNode() === null)
if (isNeeded) {
  process.stderr.write(
    `Fetching Node ${pinnedNode.version} for Parley, as it cannot run with ${process.versions.node}.\n`,
  )
  try {
    fetchNode()
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    // The packages are installed, and npm start tries again.
    process.stderr.write(`${error.message}\n`)
  }
}
