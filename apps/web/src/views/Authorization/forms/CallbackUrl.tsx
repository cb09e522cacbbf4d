import type { OAuth2Auth } from '@parley/model'
import { useState } from 'react'
import { Button } from '../../../components/buttons/Button.tsx'
import fields from '../AuthFields.module.css'
import { AuthNote } from '../AuthFields.tsx'
import type { AuthFormProps } from '../auth-types.ts'
import styles from './CallbackUrl.module.css'

/** What is registered where every port of this computer is accepted (RFC 8252, section 7.3). */
const ofAnyPort = 'http://127.0.0.1/callback'
const ofOnePort = 'http://127.0.0.1:41417/callback'

/** The callback URL that the provider must know. */
export function CallbackUrl({ auth, onChange }: AuthFormProps<OAuth2Auth>) {
  const [report, setReport] = useState('')
  const url = auth.callbackUrl === '' ? ofAnyPort : auth.callbackUrl
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      setReport('Copied')
    } catch {
      setReport('The browser did not allow copying. Select the URL and press Ctrl C.')
    }
  }
  return (
    <>
      <span className={fields.label}>Callback URL</span>
      <div className={styles.line}>
        <code className={styles.url}>{url}</code>
        <Button variant="outlined" size="small" aria-label="Copy callback URL" onPress={() => void copy()}>
          Copy
        </Button>
        {auth.callbackUrl === '' && (
          <Button variant="outlined" size="small" onPress={() => onChange({ callbackUrl: ofOnePort })}>
            Use a fixed port
          </Button>
        )}
        <span className="meta" aria-live="polite">
          {report}
        </span>
      </div>
      <AuthNote>
        Register it with the provider.{' '}
        {auth.callbackUrl === '' &&
          'Its port is a free one at each sign-in. Use a fixed port if the provider compares it.'}
      </AuthNote>
    </>
  )
}
