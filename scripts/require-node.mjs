// Runs on any Node: the syntax below must not be newer than the oldest version still in use.
import { spawn } from 'node:child_process'
import { endTogether } from './end-together.mjs'
import {
  completeInstall,
  fetchedNode,
  fetchNode,
  isNewEnough,
  NodeFault,
  pinnedNode,
} from './install/fetch-node.mjs'

/** Hands over to the Node that the install brought if this one is too old, and brings it first if that was left out. */
if (!isNewEnough()) {
  const node = fetchedNode() || bringNode()
  endTogether(spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' }))
  // The other Node runs the script instead of this one, which ends with it.
  await new Promise(() => {})
}

function bringNode() {
  process.stderr.write(
    `Parley needs Node 24.2 or newer, and this is ${process.versions.node}. Fetching Node ${pinnedNode.version}.\n`,
  )
  try {
    const node = fetchNode()
    completeInstall()
    return node
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    process.stderr.write(`${error.message} Or install Node 24.2 or newer.\n`)
    process.exit(3)
  }
}
