import { useFind } from '../Shortcuts/find-in-pane.ts'

/** Returns the ref of a view of messages whose search field takes the focus when the user wants to find. */
export function useSearchFocus() {
  const view = useFind(() => {
    const field = view.current?.querySelector<HTMLInputElement>('[data-live-search] input')
    field?.focus()
    field?.select()
    return field != null
  })
  return view
}
