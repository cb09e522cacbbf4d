import type { Variable } from '@parley/model'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useScripts } from '../../wiring/use-stores.ts'
import { SessionMark } from './SessionMark.tsx'

/** Returns what follows the value of a variable: the value of a script that wins over it in this session, or null. */
export function useSessionMarks(): (variable: Variable) => ReactNode {
  const scripts = useScripts()
  const values = useStore(scripts.store, state => state.values)
  return variable => {
    const value = variable.enabled ? values.find(one => one.name === variable.name) : undefined
    if (value === undefined) return null
    return (
      <SessionMark
        value={value}
        isMasked={variable.secret}
        onClear={() => scripts.removeValue(variable.name)}
      />
    )
  }
}
