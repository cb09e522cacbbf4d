/**
 * The fields whose literals an import keeps as secrets of the device. `parley run` does not read those, so for the import they become
 * variables with the same values.
 */
const secretFields = [
  ...['password', 'token', 'value', 'secretKey', 'sessionToken', 'secretAccessKey', 'serviceToken'],
  ...['consumerSecret', 'tokenSecret', 'clientSecret', 'accessToken', 'authKey', 'privateKey', 'secret'],
  ...['client_secret', 'consumer_secret', 'token_secret', 'access_token', 'private_key', 'bearerToken'],
]

/**
 * Replaces the literals of secret fields in the members `auth` of a JSON value.
 * @param variableOf - writes a variable with the given name
 * @returns the new value, and each name with its value
 */
export function withSecretVariables(value, variableOf) {
  const values = []
  const replaced = text => {
    if (typeof text !== 'string' || text === '' || /^(?:\{\{[^{}]*\}\}|<<[^<>]*>>)$/.test(text)) return text
    const name = `secret${values.length}`
    values.push([name, text])
    return variableOf(name)
  }
  const copy = (one, isAuth) => {
    if (Array.isArray(one)) return one.map(item => copy(item, isAuth))
    if (typeof one !== 'object' || one === null) return one
    // Postman lists the fields as pairs; the API key of Hoppscotch has members of these names.
    if (isAuth && typeof one.key === 'string' && 'value' in one && !('authType' in one))
      return secretFields.includes(one.key) ? { ...one, value: replaced(one.value) } : one
    // In the oldest collections of Hoppscotch the type is a text beside the fields.
    const isOwn = isAuth || typeof one.auth === 'string'
    return Object.fromEntries(
      Object.entries(one).map(([name, member]) => {
        if (isOwn && typeof member === 'string' && secretFields.includes(name))
          return [name, replaced(member)]
        return [name, name === 'url' ? member : copy(member, isAuth || name === 'auth')]
      }),
    )
  }
  return { value: copy(value, false), values }
}

/** Replaces the literals in the blocks `auth:…` of a `.bru` file, as {@link withSecretVariables} does. */
export function withSecretVariablesInBru(text, first) {
  const values = []
  const fields = new RegExp(`^( {2}(?:${secretFields.join('|')}): )(?!.*\\{\\{)(.+)$`, 'gm')
  const replaced = text.replace(/^auth:\w+ \{\n[\s\S]*?^\}/gm, block =>
    block.replace(fields, (_, start, value) => {
      const name = `secret${first + values.length}`
      values.push([name, value])
      return `${start}{{${name}}}`
    }),
  )
  return { text: replaced, values }
}
