import { mask } from '../prepare/auth/auth-preview.ts'
import { isSecretName } from '../prepare/gate/is-secret-name.ts'

/** A text without what looks like a secret. */
export interface MaskedText {
  readonly text: string
  /** What was masked, such as `password` or `a JSON Web Token`, each once. */
  readonly masked: readonly string[]
}

/** Masks what looks like a secret in a text of any format: tokens by their form, and values under telling names. */
export function maskLookalikes(text: string): MaskedText {
  const masked = new Set<string>()
  const named = namedValues.reduce(
    (shown, pattern) =>
      shown.replace(
        pattern,
        (whole: string, before: string, name: string, between: string, value: string) => {
          if (!isSecretName(name) || isHidden(value)) return whole
          masked.add(name.trim())
          return (
            before +
            name +
            between +
            mask +
            whole.slice(before.length + name.length + between.length + value.length)
          )
        },
      ),
    text,
  )
  const shown = knownForms.reduce(
    (rest, { label, pattern }) =>
      rest.replace(pattern, (_, before: unknown) => {
        masked.add(label)
        // Without a group, the position comes second.
        return typeof before === 'string' ? before + mask : mask
      }),
    named,
  )
  const withoutTokens = maskWebTokens(shown)
  if (withoutTokens !== shown) masked.add('a JSON Web Token')
  return { text: withoutTokens, masked: [...masked] }
}

/** Returns a header value or another named value as a question shows it. */
export function maskNamed(name: string, value: string): MaskedText {
  if (!isSecretName(name) || isHidden(value)) return maskLookalikes(value)
  const scheme =
    /^(?:Basic|Bearer|Digest|Token|Hawk|NTLM|Negotiate|AWS4-HMAC-SHA256)\s/i.exec(value)?.[0] ?? ''
  return { text: scheme + mask, masked: [name] }
}

/** Whether nothing but names and masks is in a value, which an authorization scheme may precede. */
function isHidden(value: string): boolean {
  return (
    /^(?:\w+\s)?(?:\{\{[^{}]*\}\}|[•\s.:-])*$/.test(value) || /^(?:true|false|null|\d{1,3})?$/.test(value)
  )
}

/** Patterns of a text before, a name, what is between, and the value. */
const namedValues: readonly RegExp[] = [
  // "password": "…" of JSON, also within a JSON string
  /(\\?["'])([^"'\\\n]{1,100})(\\?["']\s*:\s*\\?["'])((?:[^"'\\\n]|\\(?!["'])[^\n])*)/g,
  // "pin_token": 123456
  /(["'])([^"'\\\n]{1,100})(["']\s*:\s*)([\w.+-]+)/g,
  // password=… of a form, a query or a cookie
  /(^|[?&;,\s"'`(])([\w.[\]-]{1,100})(=)([^&;\s"'`<>{}]+)/gm,
  // password = "…" of a script, password: '…' of YAML
  /(^|[\s{(,.])([\w$.-]{1,100})(\s*[:=]\s*["'`])([^"'`\n]*)/gm,
  // password: … of YAML and of header lines
  /(^|\n)([ \t]*[\w.-]{1,100})(:[ \t]+)([^\n"'{[|>][^\n]*)/g,
  // <password>…</password>
  /(<)([\w:.-]{1,100})(>)([^<]+)(?=<\/)/g,
]

const knownForms: readonly { readonly label: string; readonly pattern: RegExp }[] = [
  {
    label: 'a private key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}(?:KEY|CERTIFICATE)[A-Z0-9 ]{0,40}-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g,
  },
  { label: 'an access key of AWS', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  {
    label: 'a token',
    pattern: /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|sk-|sk_live_|rk_live_|AIza)[\w-]{16,}/g,
  },
  { label: 'credentials', pattern: /\b((?:Bearer|Basic)\s+)(?!•|\{\{)[\w.~+/=-]{8,}/gi },
  { label: 'a password in a URL', pattern: /(:\/\/[^\s:/@]{0,100}:)(?!•|\{\{)[^\s:/@"'<>]{1,200}(?=@)/g },
]

/**
 * Masks JSON Web Tokens: two or three parts with dots between them, of which the first begins with `eyJ` (RFC 7519). Each part
 * is looked at once.
 */
function maskWebTokens(text: string): string {
  return text.replace(/[\w.-]{15,}/g, run => {
    const parts = run.split('.')
    const shown: string[] = []
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at] ?? ''
      const begin = (parts[at + 1] ?? '').length < 5 ? -1 : part.search(/\beyJ[\w-]{5}/)
      shown.push(begin === -1 ? part : part.slice(0, begin) + mask)
      // The second part is masked, and the third one if there is one.
      if (begin !== -1) at += 2
    }
    return shown.join('.')
  })
}
