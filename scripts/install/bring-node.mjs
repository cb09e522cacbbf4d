import {
  completeInstall,
  fetchedNode,
  fetchNode,
  isNewEnough,
  isOutdated,
  NodeFault,
  pinnedNode,
} from './fetch-node.mjs'

/**
 * What `npm install` does at its end, where its Node is too old for Parley: it fetches one, and installs what the older one left
 * out. A Node that was fetched before may run this, as npm puts it first on the path, so npm says which one runs npm.
 */
const nodeOfNpm = /\bnode\/v(\S+)/.exec(process.env.npm_config_user_agent || '')
const tooOld = [process.versions.node, nodeOfNpm === null ? '' : nodeOfNpm[1]].find(
  version => version !== '' && !isNewEnough(version),
)
if (tooOld !== undefined || isOutdated()) bring()

function bring() {
  try {
    if (isOutdated() || fetchedNode() === null) {
      process.stderr.write(
        `Fetching Node ${pinnedNode.version} for Parley, as it cannot run with ${tooOld || process.versions.node}.\n`,
      )
      fetchNode()
    }
    completeInstall()
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error
    // The packages are installed, and npm start tries again.
    process.stderr.write(`${error.message}\n`)
  }
}
