import { Button as AriaButton } from 'react-aria-components/Button'
import { useStore } from 'zustand'
import type { LiveList } from '../../workbench/live/live-list.ts'
import styles from './UnseenButton.module.css'

/** Says how many messages came since a list was paused, and shows them: `12 new`. */
export function UnseenButton({ list }: { readonly list: LiveList }) {
  const unseen = useStore(list.store, state => state.unseenCount)
  if (unseen === 0) return null
  const show = (button: Element) => {
    list.setFollowing(true)
    // The button leaves, and the focus with it.
    button.closest('[data-finds]')?.querySelector<HTMLElement>('[role="listbox"]')?.focus()
  }
  return (
    <AriaButton className={styles.unseen ?? ''} onPress={({ target }) => show(target)}>
      {`${unseen.toLocaleString('en')} new`}
    </AriaButton>
  )
}
