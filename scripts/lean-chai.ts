/** What is replaced in chai's text: how often it is there, and by what. Spaces may differ. */
const changes = [
  {
    // A field of the class, as an assignment would ask the proxy behind all assertions for a setter.
    text: 'var _Assertion = class _Assertion {',
    times: 1,
    by: 'var _Assertion = class _Assertion { __flags = {};',
  },
  {
    text: `__publicField(this, "__flags", {});
      flag(this, "ssfi", ssfi || _Assertion);
      flag(this, "lockSsfi", lockSsfi);
      flag(this, "object", obj);
      flag(this, "message", msg);
      flag(this, "eql", config.deepEqual || deep_eql_default);`,
    times: 1,
    by: `const flags = this.__flags;
      flags.ssfi = ssfi || _Assertion;
      flags.lockSsfi = lockSsfi;
      flags.object = obj;
      flags.message = msg;
      flags.eql = config.deepEqual || deep_eql_default;`,
  },
  {
    text: `let newAssertion = new Assertion();
      transferFlags(this, newAssertion);
      return newAssertion;`,
    times: 7,
    by: 'return copyOfAssertion(this);',
  },
  {
    // Words without a meaning, such as `to` and `be`.
    text: 'Assertion.addProperty(chain);',
    times: 1,
    by: `Object.defineProperty(Assertion.prototype, chain, {
        get() { return copyOfAssertion(this) },
        configurable: true,
      });`,
  },
]

const copyOfAssertion = `
const assignFlags = Object.assign;
function copyOfAssertion(assertion) {
  const copy = new Assertion();
  assignFlags(copy.__flags, assertion.__flags);
  return copy;
}
`

/**
 * Returns chai's text, changed so that it copies an assertion in fewer steps. It does so for each word of
 * `expect(1).to.be.equal(1)`, flag by flag, which takes most of the time of an assertion that holds.
 * @throws if chai's text is not the expected one, as it may be in another version
 */
export function leanChaiText(code: string): string {
  let text = code
  for (const { text: wanted, times, by } of changes) {
    const parts = text.split(patternOf(wanted))
    if (parts.length - 1 !== times)
      throw new Error(`chai has ${parts.length - 1} times instead of ${times}: ${wanted}`)
    text = parts.join(by)
  }
  return text + copyOfAssertion
}

/** Changes chai where it is bundled. */
export const leanChai = {
  name: 'lean-chai',
  transform: {
    filter: { id: /[\\/]chai[\\/]index\.js$/ },
    handler: leanChaiText,
  },
}

function patternOf(text: string): RegExp {
  const words = text.split(/\s+/).map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(words.join('\\s+'), 'g')
}
