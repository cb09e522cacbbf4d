// Runs on any Node: the syntax below must not be newer than the oldest version still in use.
const [major, minor] = process.versions.node.split('.').map(Number)
// Only since 24.2 does HTTP/2 accept header lists in their order.
if (major < 24 || (major === 24 && minor < 2)) {
  process.stderr.write(
    `Parley needs Node 24.2 or newer, and this is ${process.versions.node}. ` +
      'Run npm install again, which brings Node 24 along, and start through npm; or install Node 24.\n',
  )
  process.exit(3)
}
