// Runs on any Node: no syntax below may be newer than the oldest that people still have.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `Parley needs Node 24 or newer and this is ${process.versions.node}. ` +
      'Run npm install again, which brings Node 24 along, and start through npm; or install Node 24.\n',
  )
  process.exit(3)
}
