import type { TokenState } from '@parley/engine'
import { revealInvisible } from '@parley/model'
import { Check, CircleAlert, Copy } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/buttons/Button.tsx'
import { IconButton } from '../../components/buttons/IconButton.tsx'
import { classNames } from '../../components/class-names.ts'
import { useTokens } from '../../wiring/use-stores.ts'
import { describeExpiry } from '../../workbench/request/describe-expiry.ts'
import type { ShownSignIn, TokenSubject } from '../../workbench/request/tokens.ts'
import styles from './TokenPanel.module.css'
import { useSecondsUntil } from './use-seconds-until.ts'

export interface TokenPanelProps {
  /** The draft whose token it is. */
  readonly draftId: string
  readonly subject: TokenSubject
}

/** The token of OAuth 2.0 in its states (behaviour 3): none, held, expired. */
export function TokenPanel(props: TokenPanelProps) {
  return (
    <div className={styles.panel}>
      <Suspense>
        <LoadedTokenPanel {...props} />
      </Suspense>
    </div>
  )
}

function LoadedTokenPanel({ draftId, subject }: TokenPanelProps) {
  const tokens = useTokens()
  const token = useStore(tokens.store, state => state.token)
  const signIn = useStore(tokens.store, () => tokens.signInOf(draftId))
  const problem = useStore(tokens.store, state => state.problem)
  const expiresAt = token === null || token.state === 'none' ? null : token.expiresAt
  const secondsLeft = useSecondsUntil(expiresAt)
  const expiry = token === null || token.state === 'none' ? null : describeExpiry(expiresAt, secondsLeft)
  const isValid = expiry !== null && !expiry.isOver
  const isRunning = signIn?.state === 'asking' || signIn?.state === 'running'
  useEffect(() => tokens.show(subject), [tokens, subject])
  useEffect(() => () => tokens.hide(), [tokens])
  return (
    <>
      <div className={styles.actions}>
        <Button
          variant="outlined"
          isDisabled={isRunning}
          onPress={() => void tokens.getNew(draftId, subject)}
        >
          Get New Access Token
        </Button>
        {isRunning && <Button onPress={() => void tokens.cancel()}>Cancel</Button>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of texts and buttons, which is not a fieldset. */}
      <div className={styles.box} role="group" aria-label="Token">
        {token === null || token.state === 'none' || expiry === null ? (
          <span className={styles.none}>{token === null ? '' : 'No token'}</span>
        ) : (
          <HeldToken token={token} expiry={expiry} subject={subject} />
        )}
      </div>
      <div className={styles.news} role="status">
        {signIn !== null && <SignInStatus signIn={signIn} isValid={isValid} />}
        {problem !== null && <p className={styles.failed}>{problem}</p>}
      </div>
    </>
  )
}

interface HeldTokenProps {
  readonly token: Exclude<TokenState, { state: 'none' }>
  readonly expiry: ReturnType<typeof describeExpiry>
  readonly subject: TokenSubject
}

function HeldToken({ token, expiry: { isOver, text }, subject }: HeldTokenProps) {
  const tokens = useTokens()
  const [isCopied, setIsCopied] = useState(false)
  return (
    <>
      <code className="cut code">{token.masked}</code>
      <IconButton
        label={isCopied ? 'Copied' : 'Copy token'}
        onPress={() => void tokens.copy(subject).then(setIsCopied)}
      >
        {isCopied ? (
          <Check size={14} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        )}
      </IconButton>
      <Button onPress={() => void tokens.clear(subject)}>Clear token</Button>
      <span className={styles.expiry}>
        <span className={classNames(styles.dot, isOver && styles.over)} aria-hidden="true" />
        {text}
      </span>
    </>
  )
}

/** The result of the button is below it, where a low pane would hide it. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

/**
 * The server's words are shown unchanged.
 * @param isValid whether there is still a token that has not expired
 */
function SignInStatus({ signIn, isValid }: { readonly signIn: ShownSignIn; readonly isValid: boolean }) {
  switch (signIn.state) {
    case 'asking':
      return <p>Requesting a token…</p>
    case 'running':
      if (signIn.code !== null) return <DeviceCodeStatus code={signIn.code} />
      return signIn.page === null ? <p>Requesting a token…</p> : <SignInPageStatus page={signIn.page} />
    case 'failed':
      return (
        <p ref={scrollIntoView} className={styles.failed}>
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          <span>{revealInvisible(`${signIn.sentence} ${signIn.nextStep}`.trim())}</span>
        </p>
      )
    case 'given':
      return isValid ? <p className={styles.given}>New token received.</p> : null
    case 'cancelled':
      return <p>Cancelled. No new token was requested.</p>
  }
}

type Running = Extract<ShownSignIn, { state: 'running' }>

function SignInPageStatus({ page: { url, isOpened } }: { readonly page: NonNullable<Running['page']> }) {
  return (
    <p ref={scrollIntoView}>
      {isOpened ? 'Sign in in the browser that was opened. ' : 'No browser could be opened. '}
      <Link url={url} words={isOpened ? 'Open the sign-in page again' : 'Open the sign-in page'} />
    </p>
  )
}

function DeviceCodeStatus({ code }: { readonly code: NonNullable<Running['code']> }) {
  const { userCode, verificationUri, completeUri } = code
  return (
    <p ref={scrollIntoView}>
      Open <Link url={completeUri || verificationUri} words={verificationUri} /> and type the code{' '}
      <code className={styles.code}>{revealInvisible(userCode)}</code>
    </p>
  )
}

/** A server's address, shown as text if browsers should not follow it. */
function Link({ url, words }: { readonly url: string; readonly words: string }) {
  if (!/^https?:\/\//i.test(url)) return <span>{revealInvisible(words)}</span>
  return (
    <a className={styles.link} href={url} target="_blank" rel="noreferrer">
      {revealInvisible(words)}
    </a>
  )
}
