import { comparePeers } from './compare-peers.mjs'
import { explainDifferences } from './known-differences.mjs'
import { peers } from './peers.mjs'

/** More differences of one client are counted and not listed. */
const mostListed = 30

/** Returns what arrives from the same files by the clients' own command lines and by Parley, for docs/compatibility.md. */
export async function equivalenceSection(corpus) {
  const results = (await comparePeers(corpus)).map(result => ({ ...result, ...explainDifferences(result) }))
  const ofEach = list => peers.flatMap(({ name }) => ['in place', 'imported'].flatMap(way => list(name, way)))
  const of = (name, way) => results.filter(one => one.peer === name && one.way === way)
  const rows = ofEach((name, way) => rowText(name, way, of(name, way)))
  const why = peers.flatMap(({ name }) => reasonRows(name, results))
  const open = peers.flatMap(({ name }) => openLines(results.filter(({ peer }) => peer === name)))
  return `## The same files, run by other clients

Each file is run by the client’s own command line, by \`parley run\` in place, and again after \`parley import\`, all through a local
proxy that answers every host. What arrives is compared by method, target, header fields and body, and the order of the requests;
identifiers, times and signatures do not count, nor does white space between the values of JSON.

| client | way | files | equal | requests by the client | requests by Parley | differences with a reason | open |
| --- | --- | --: | --: | --: | --: | --: | --: |
${rows.join('\n')}

| client | the difference is right, as | times |
| --- | --- | --: |
${why.join('\n')}

${open.length === 0 ? '' : `Open, at most ${mostListed} of a client:\n\n${open.join('\n')}\n`}`
}

function rowText(name, way, own) {
  const sum = of => own.reduce((total, one) => total + of(one), 0)
  const equal = own.filter(({ differences }) => differences.length === 0).length
  const explained = sum(({ reasons }) => [...reasons.values()].reduce((total, count) => total + count, 0))
  return `| ${name} | ${way} | ${own.length} | ${equal} | ${sum(one => one.theirs)} | ${sum(one => one.ours)} | ${explained} | ${sum(({ open }) => open.length)} |`
}

function reasonRows(name, results) {
  const all = new Map()
  for (const { peer, reasons } of results)
    if (peer === name) for (const [reason, count] of reasons) all.set(reason, (all.get(reason) ?? 0) + count)
  return [...all]
    .sort(([, left], [, right]) => right - left)
    .map(([reason, count]) => `| ${name} | ${reason} | ${count} |`)
}

function openLines(results) {
  const lines = results.flatMap(({ path, way, open }) =>
    open.map(({ kind, request, target, theirs, ours }) => {
      const values = theirs === undefined ? '' : `: ${shortened(theirs)} against ${shortened(ours)}`
      const place = `${path.split('/').slice(-2).join('/')} ${way}, ${request}`
      return `- ${escaped(`${place}, ${kind}, ${shortened(target)}${values}`)}`
    }),
  )
  return lines.slice(0, mostListed)
}

const shortened = text => text.replace(/\s+/g, ' ').slice(0, 60)
const escaped = text => text.replace(/[<>|*_`[\]]/g, '\\$&')
