import type { ProxySettings } from '@parley/model'
import { useStore } from 'zustand'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { SwitchRow } from '../../components/fields/ControlRows.tsx'
import { OptionalNumberField } from '../../components/fields/NumberField.tsx'
import { FormRow, TextSetting } from '../../components/fields/TextSetting.tsx'
import { useProxyTest, useSettings } from '../../wiring/use-stores.ts'
import { describeTested, type ProxyTestState } from '../../workbench/settings/proxy-test.ts'
import styles from './ProxyPage.module.css'
import { TestConnection, type TestOutcome } from './TestConnection.tsx'

const types = [
  { value: 'http', label: 'HTTP' },
  { value: 'https', label: 'HTTPS' },
  { value: 'socks5', label: 'SOCKS5' },
  { value: 'socks4', label: 'SOCKS4' },
  { value: 'system', label: 'System Proxy' },
] as const

/** The proxy that every send goes through (behaviour 5.4). */
export function ProxyPage() {
  const settings = useSettings()
  const proxyTest = useProxyTest()
  const proxy = useStore(settings.store, state => state.settings.proxy)
  const outcome = useStore(proxyTest.store, state => state.outcome)
  const isTyped = proxy.type !== 'system'
  const change = (patch: Partial<ProxySettings>) => {
    proxyTest.forget()
    settings.change('proxy', patch)
  }
  return (
    <>
      <SwitchRow
        label="Enable Proxy"
        detail="Requests, token requests and script calls go through the proxy. If the proxy is down, requests fail. They never bypass it."
        isSelected={proxy.enabled}
        onChange={enabled => change({ enabled })}
      />
      <div className={styles.form}>
        <FormRow label="Proxy Type">
          <SegmentedControl
            label="Proxy Type"
            value={proxy.type}
            choices={types}
            onChange={type => change({ type })}
          />
        </FormRow>
        {isTyped ? (
          <ProxyServer proxy={proxy} onChange={change} />
        ) : (
          <p className={styles.system}>
            Parley uses the environment variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, otherwise
            the settings of GNOME, macOS or Windows, including PAC files. It does not detect proxies (WPAD):
            if your network needs that, name the proxy or its PAC file in the settings of the system.
          </p>
        )}
        <TextSetting
          label="Bypass"
          value={proxy.bypass}
          hint="Hosts separated by commas"
          isCode
          onChange={bypass => change({ bypass })}
        />
        <TestConnection outcome={shownOutcome(outcome)} onTest={() => void proxyTest.run(proxy)} />
      </div>
    </>
  )
}

interface ProxyServerProps {
  readonly proxy: ProxySettings
  readonly onChange: (patch: Partial<ProxySettings>) => void
}

/** The proxy that is typed, in contrast to that of the system. */
function ProxyServer({ proxy, onChange }: ProxyServerProps) {
  const proxyTest = useProxyTest()
  const password = useStore(proxyTest.store, state => state.password)
  return (
    <>
      <TextSetting
        label="Host"
        value={proxy.host}
        placeholder="proxy.example.com"
        onChange={host => onChange({ host })}
        end={
          <span className={styles.port}>
            <span aria-hidden="true">Port</span>
            <OptionalNumberField
              label="Port"
              value={proxy.port}
              min={1}
              max={65_535}
              placeholder="3128"
              onChange={port => onChange({ port })}
            />
          </span>
        }
      />
      <TextSetting
        label="Username"
        value={proxy.username}
        placeholder="Optional"
        onChange={username => onChange({ username })}
      />
      <TextSetting
        label="Password"
        value={password}
        placeholder="Optional"
        hint="Kept for the current session only"
        isSecret
        onChange={proxyTest.setPassword}
      />
    </>
  )
}

function shownOutcome(outcome: ProxyTestState['outcome']): TestOutcome {
  switch (outcome.state) {
    case 'none':
      return null
    case 'running':
      return { tone: 'quiet', text: 'Connecting…' }
    case 'connected':
      return { tone: 'success', text: describeTested(outcome) }
    case 'failed':
      return { tone: 'danger', text: `${outcome.sentence} ${outcome.nextStep}` }
  }
}
