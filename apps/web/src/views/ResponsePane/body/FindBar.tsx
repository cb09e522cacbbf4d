import { useStore } from 'zustand'
import { FindRow } from '../../../components/fields/FindRow.tsx'
import { type BodySearch, describeMatches } from '../../../workbench/response/body-search.ts'

export interface FindBarProps {
  readonly search: BodySearch
  /** Called after it was closed. */
  readonly onClose: () => void
}

/** Find in response. */
export function FindBar({ search, onClose }: FindBarProps) {
  const state = useStore(search.store)
  return (
    <search>
      <FindRow
        text={state.text}
        options={state.options}
        report={describeMatches(state)}
        isRefused={state.problem !== null}
        onType={search.type}
        onOption={search.setOption}
        onNext={search.next}
        onPrevious={search.previous}
        onClose={() => {
          search.close()
          onClose()
        }}
      />
    </search>
  )
}
