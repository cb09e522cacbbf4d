// Runs on any Node: no syntax below may be newer than the oldest that people still have.
const [major, minor] = process.versions.node.split('.').map(Number)
// HTTP/2 takes header lists in their order since 24.2.
if (major < 24 || (major === 24 && minor < 2)) {
  process.stderr.write(
    `Parley needs Node 24.2 or newer and this is ${process.versions.node}. ` +
      'Run npm install again, which brings Node 24 along, and start through npm; or install Node 24.\n',
  )
  process.exit(3)
}
