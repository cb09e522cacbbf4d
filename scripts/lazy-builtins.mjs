import { builtinModules, createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const isName = name => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default'

/**
 * Makes Node's own modules load when the code that uses them first runs. Otherwise a bundle would load all of
 * them at its start, which costs `parley --version` more than everything else.
 */
export const lazyBuiltins = {
  name: 'lazy-builtins',
  resolveId(source, _importer, { kind }) {
    const name = source.replace(/^node:/, '')
    if (!builtinModules.includes(name)) return null
    // A required module is the module itself, such as the class of `events`, and not its exports.
    const form = kind === 'require-call' ? 'required' : 'builtin'
    return { id: `\0${form}:${name}`, moduleSideEffects: false }
  },
  load(id) {
    if (id.startsWith('\0required:'))
      return `module.exports = process.getBuiltinModule('node:${id.slice('\0required:'.length)}')`
    if (!id.startsWith('\0builtin:')) return null
    const name = id.slice('\0builtin:'.length)
    const exported = Object.keys(require(`node:${name}`)).filter(isName)
    return [
      `const module = /* @__PURE__ */ process.getBuiltinModule('node:${name}')`,
      'export default module',
      ...exported.map(one => `const $${one} = module.${one}; export { $${one} as ${one} }`),
    ].join('\n')
  },
}
