import {
  type Auth,
  type AuthType,
  authLabel,
  authSchemes,
  helpOf,
  newAuth,
  offeredSchemes,
  revealInvisible,
  shownName,
} from '@parley/model'
import type { Inherited } from '@parley/server/contract'
import { PickerButton } from '../../components/buttons/PickerButton.tsx'
import { usePreviousAuths } from '../../wiring/use-stores.ts'
import type { TokenSubject } from '../../workbench/request/tokens.ts'
import type { KnownVariables } from '../../workbench/variables/describe-variable.ts'
import { KnownVariablesContext } from './AuthFields.tsx'
import { AuthForm } from './AuthForm.tsx'
import styles from './AuthorizationSection.module.css'
import { TokenPanel } from './TokenPanel.tsx'

export interface AuthorizationSectionProps {
  /** The owner of the authorization. */
  readonly subject: 'request' | 'folder' | 'collection'
  /** Identifies the draft: what was typed for another type is restored when that type is selected again. */
  readonly draftId: string
  readonly auth: Auth
  /** The collection or folder that it is in, and everything else that its token depends on. */
  readonly tokenSubject: TokenSubject
  /** What `{{name}}` may refer to in the fields. */
  readonly known: KnownVariables
  /** The authorization that Inherit from parent means; null if unknown or without a parent. */
  readonly inherited: Inherited | null
  readonly onChange: (auth: Auth) => void
}

/** The Authorization tab (behaviour 5.1) of a request, folder or collection. */
export function AuthorizationSection(props: AuthorizationSectionProps) {
  const { subject, draftId, auth, tokenSubject, known, inherited, onChange } = props
  const previousAuths = usePreviousAuths()
  // An inherited authorization is edited where it is defined; its token can be managed here too.
  const effective = auth.type === 'inherit' ? (inherited?.owner ? inherited.auth : undefined) : auth
  const choices = offeredSchemes(subject !== 'collection', Object.values(authSchemes)).map(
    ({ type, label }) => ({ id: type, label }),
  )
  const chooseType = (type: AuthType) => {
    if (type === auth.type) return
    previousAuths.remember(draftId, auth)
    onChange(previousAuths.find(draftId, type) ?? newAuth(type))
  }
  return (
    <KnownVariablesContext value={known}>
      <div className={styles.section}>
        <div className={styles.type}>
          <span className="meta" aria-hidden="true">
            Type
          </span>
          <PickerButton
            label="Type"
            variant="form"
            value={authLabel(auth.type)}
            choices={choices}
            onChoose={id => {
              const chosen = choices.find(choice => choice.id === id)
              if (chosen !== undefined) chooseType(chosen.id)
            }}
          />
        </div>
        <div className={styles.helps}>
          <Help subject={subject} auth={auth} inherited={inherited} />
        </div>
        <div className={styles.content}>
          <div className={styles.form}>
            <AuthForm auth={auth} inherited={inherited} onChange={onChange} />
          </div>
        </div>
        {isAskedFor(effective) && <TokenPanel draftId={draftId} subject={tokenSubject} />}
      </div>
    </KnownVariablesContext>
  )
}

/** Returns whether a server issues the token of an authorization. */
function isAskedFor(auth: Auth | undefined): boolean {
  return auth?.type === 'oauth2' && auth.grantType !== 'pasteAccessToken' && auth.grantType !== 'implicit'
}

type HelpProps = Pick<AuthorizationSectionProps, 'subject' | 'auth' | 'inherited'>

/** Explains which authorization applies, and details of its type. */
function Help({ subject, auth, inherited }: HelpProps) {
  const owner = inherited?.owner ?? null
  const typeHelp = helpOf(auth)
  return (
    <>
      {auth.type === 'inherit' && inherited !== null && inherited.unread !== '' && (
        <p className={styles.help}>
          {revealInvisible(inherited.unread)} Nothing is sent until it is corrected.
        </p>
      )}
      {auth.type === 'inherit' && inherited !== null && inherited.unread === '' && (
        <p className={styles.help}>
          {owner === null || inherited.auth.type === 'none' ? (
            <>
              {owner === null ? (
                'No folder or collection above it has authorization'
              ) : (
                <>
                  The {owner.kind} <Owner name={owner.name} /> has no authorization
                </>
              )}
              , so none is sent.
            </>
          ) : (
            <>
              Uses the authorization of the {owner.kind} <Owner name={owner.name} />.
            </>
          )}
        </p>
      )}
      {auth.type !== 'inherit' &&
        subject === 'request' &&
        owner !== null &&
        inherited?.auth.type !== 'none' && (
          <p className={styles.help}>
            Overrides the authorization of <Owner name={owner.name} /> for this request only.
          </p>
        )}
      {auth.type !== 'inherit' && subject !== 'request' && (
        <p className={styles.help}>
          Every request below uses it, unless the request has its own authorization.
        </p>
      )}
      {typeHelp !== undefined && <p className={styles.help}>{typeHelp}</p>}
    </>
  )
}

function Owner({ name }: { readonly name: string }) {
  return <span className={styles.owner}>{shownName(name)}</span>
}
