import { rolldown } from 'rolldown'

/** In characters before they are minified. Finding, reading and linking a smaller file costs a start more than its code does. */
const smallPart = 16_000

/**
 * Returns `codeSplitting` for a program with parts that puts its small ones into two files: one of what the program loads
 * whatever it is asked for, and one of the rest. A part that imports a large one stays a file of its own, so that nobody loads
 * the large one who does not need it.
 */
export async function groupSmallParts(options, output) {
  const parts = await partsOf(options, output)
  const entry = [...parts.values()].find(({ isEntry }) => isEntry)
  const runtime = [...parts.values()].filter(part =>
    part.moduleIds.some(id => id.includes('rolldown/runtime')),
  )
  // These are loaded before any other, so they must not import from a group.
  const initial = importsOf([entry, ...runtime], parts)
  const small = new Set(
    [...parts.values()].filter(
      part => !initial.has(part) && !part.isDynamicEntry && part.code.length < smallPart,
    ),
  )
  let before = 0
  while (before !== small.size) {
    before = small.size
    for (const part of small)
      if ([...importsOf([part], parts)].some(one => !small.has(one) && !initial.has(one))) small.delete(part)
  }
  const always = importsOf(
    entry.dynamicImports.map(name => parts.get(name)),
    parts,
  )
  const idsOf = isWanted => new Set([...small].filter(isWanted).flatMap(({ moduleIds }) => moduleIds))
  const groups = [idsOf(part => always.has(part)), idsOf(part => !always.has(part))]
  return {
    includeDependenciesRecursively: false,
    groups: groups.map((ids, at) => ({ name: `small${at}`, test: id => ids.has(id) })),
  }
}

/** Bundles without writing, and returns the parts by their file names. */
async function partsOf(options, output) {
  const bundle = await rolldown(options)
  const { output: files } = await bundle.generate({ ...output, minify: false })
  await bundle.close()
  return new Map(files.filter(({ type }) => type === 'chunk').map(part => [part.fileName, part]))
}

/** Returns parts and all that they import, but not what they load later. */
function importsOf(from, parts) {
  const found = new Set()
  const visit = part => {
    if (part === undefined || found.has(part)) return
    found.add(part)
    for (const name of part.imports) visit(parts.get(name))
  }
  for (const part of from) visit(part)
  return found
}
