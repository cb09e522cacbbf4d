import { shownName } from '@parley/model'
import type { AgentServer } from '@parley/model/schema'
import type { AgentOverview } from '@parley/server/contract'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useAgents, useWorkspaces } from '../../wiring/use-stores.ts'
import { timeLabel } from '../../workbench/history-days.ts'
import { AgentSetupForm } from './AgentSetupForm.tsx'
import styles from './AgentsPage.module.css'

const accessWords: Readonly<Record<AgentServer['access'], string>> = {
  readOnly: 'sends GET, HEAD and OPTIONS only',
  send: 'sends all of them',
  write: 'sends all of them, and changes files',
}

/** How agents are set up, what they can use now, and what they did last. */
export function AgentsPage() {
  const agents = useAgents()
  const workspaces = useWorkspaces()
  useEffect(() => agents.watch(), [agents])
  useEffect(() => void workspaces.load(), [workspaces])
  const { overview, problem } = useStore(agents.store)
  return (
    <>
      <p className={styles.intro}>
        An agent such as Claude Code, Cursor or VS Code sends your saved requests with <code>parley mcp</code>
        . It uses secrets but never sees them, and every call is listed here.
      </p>
      {problem !== null && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <h3 className={styles.heading}>Set up an agent</h3>
      {overview !== null && <AgentSetupForm program={overview.program} />}
      <h3 className={styles.heading}>What agents can use now</h3>
      {overview !== null && <Servers servers={overview.servers} />}
      <h3 className={styles.heading}>Last calls</h3>
      {overview !== null && <Calls overview={overview} />}
    </>
  )
}

function Servers({ servers }: Pick<AgentOverview, 'servers'>) {
  if (servers.length === 0)
    return (
      <p className={styles.empty}>
        Nothing: no agent is running <code>parley mcp</code>.
      </p>
    )
  return (
    <ul className={styles.servers} aria-label="What agents can use now">
      {servers.map(server => (
        <li key={server.serverId} className={styles.server}>
          {server.workspaces.map(({ folder, name, collections, requests }) => (
            <div key={folder}>
              <span className={styles.name} title={folder}>
                {shownName(name)}
              </span>
              {`: ${counted(requests, 'request')} of ${collections.map(shownName).join(', ') || 'no collection'}`}
            </div>
          ))}
          <div className={styles.detail}>{detailOf(server)}</div>
        </li>
      ))}
    </ul>
  )
}

function detailOf({ environment, access, way, processId, startedAtMs }: AgentServer): string {
  const secrets = environment === null ? 'No environment' : `Environment ${shownName(environment)}`
  const reached = way === 'http' ? 'over HTTP' : 'over standard input'
  return `${secrets}, ${accessWords[access]}, ${reached}. Process ${processId}, since ${timeLabel(startedAtMs, Date.now())}`
}

function Calls({ overview: { calls } }: { readonly overview: AgentOverview }) {
  if (calls.length === 0)
    return <p className={styles.empty}>No agent has made a call since Parley started.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the arrow keys.
    <section className={styles.calls} aria-label="Last calls of agents" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Tool</th>
            <th scope="col">Request</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ serverId, number, atMs, tool, subject, outcome, isError }) => (
            <tr key={`${serverId} ${number}`}>
              <td className={styles.time}>{timeLabel(atMs, Date.now())}</td>
              <td className={styles.code}>{shownName(tool)}</td>
              <td className={styles.subject}>{shownName(subject)}</td>
              <td className={isError ? styles.failed : styles.outcome}>
                {isError ? `Failed: ${shownName(outcome)}` : shownName(outcome)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`
}
