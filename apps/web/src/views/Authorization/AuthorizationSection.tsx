import type { AuthSource } from '@parley/engine'
import { type Auth, type AuthType, newAuth, shownName } from '@parley/model'
import { useMemo } from 'react'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { useKeptAuths } from '../../wiring/use-stores.ts'
import { authTypeLabels } from '../../workbench/request/auth-type-labels.ts'
import type { TokenSubject } from '../../workbench/request/tokens.ts'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'
import { KnownVariablesContext } from './AuthFields.tsx'
import { AuthForm } from './AuthForm.tsx'
import styles from './AuthorizationSection.module.css'
import { offeredAuthTypes } from './auth-types.ts'
import { TokenDraftContext } from './TokenPanel.tsx'

export interface AuthorizationSectionProps {
  /** Whose authorization it is. */
  readonly subject: 'request' | 'folder' | 'collection'
  /** Names the draft: what was typed under another type comes back when that is chosen again. */
  readonly draftId: string
  readonly auth: Auth
  /** The collection or folder that it is in, and what else decides about its token. */
  readonly tokenSubject: TokenSubject
  /** What `{{name}}` may refer to in the fields. */
  readonly known: KnownVariables
  /** What Inherit from parent comes to; null: not known yet, or there is no parent. */
  readonly inherited: AuthSource | null
  readonly onChange: (auth: Auth) => void
}

/** The Authorization tab (spec 5.1) of a request, folder or collection. */
export function AuthorizationSection(props: AuthorizationSectionProps) {
  const { subject, draftId, auth, tokenSubject, known, inherited, onChange } = props
  const tokenDraft = useMemo(() => ({ draftId, subject: tokenSubject }), [draftId, tokenSubject])
  const keptAuths = useKeptAuths()
  const choices = offeredAuthTypes(subject !== 'collection').map(id => ({ id, label: authTypeLabels[id] }))
  const chooseType = (type: AuthType) => {
    if (type === auth.type) return
    keptAuths.keep(draftId, auth)
    onChange(keptAuths.kept(draftId, type) ?? newAuth(type))
  }
  return (
    <KnownVariablesContext value={known}>
      <div className={styles.section}>
        <div className={styles.type}>
          <span className={styles.typeLabel} aria-hidden="true">
            Type
          </span>
          <PickerButton
            label="Type"
            variant="form"
            value={authTypeLabels[auth.type]}
            choices={choices}
            onChoose={id => {
              const chosen = choices.find(choice => choice.id === id)
              if (chosen !== undefined) chooseType(chosen.id)
            }}
          />
          <Help subject={subject} auth={auth} inherited={inherited} />
        </div>
        <div className={styles.content}>
          <div className={styles.form}>
            <TokenDraftContext value={tokenDraft}>
              <AuthForm auth={auth} inherited={inherited} onChange={onChange} />
            </TokenDraftContext>
          </div>
        </div>
      </div>
    </KnownVariablesContext>
  )
}

type HelpProps = Pick<AuthorizationSectionProps, 'subject' | 'auth' | 'inherited'>

/** Whose authorization holds, and what is particular about a type. */
function Help({ subject, auth, inherited }: HelpProps) {
  const owner = inherited?.owner ?? null
  return (
    <>
      {auth.type === 'inherit' && inherited !== null && (
        <p className={styles.help}>
          {owner === null ? (
            'No folder or collection above it has an authorization, so none is sent.'
          ) : (
            <>
              Uses the authorization of the {owner.kind} <Owner name={owner.name} />.
            </>
          )}
        </p>
      )}
      {auth.type !== 'inherit' && subject === 'request' && owner !== null && (
        <p className={styles.help}>
          Overrides the authorization of <Owner name={owner.name} /> for this request only.
        </p>
      )}
      {auth.type !== 'inherit' && subject !== 'request' && (
        <p className={styles.help}>
          Every request below it uses it, unless it has an authorization of its own.
        </p>
      )}
      {typeHelp[auth.type] !== undefined && <p className={styles.help}>{typeHelp[auth.type]}</p>}
    </>
  )
}

function Owner({ name }: { readonly name: string }) {
  return <span className={styles.owner}>{shownName(name)}</span>
}

const typeHelp: Readonly<Partial<Record<AuthType, string>>> = {
  oauth2: 'An expired token is renewed before sending.',
  signatureV4:
    'Signing is applied after scripts: a pre-request script must not change headers, body or method, or the server rejects the signature.',
  digest: 'The server’s challenge is answered within the send.',
}
