import { defaultSendSettings } from '@parley/engine'
import { describeSendFailure, failed, ok, type Result } from '@parley/model'
import { conversionStopped, type ImportRefusal, sourceTooLarge } from '../import-failure.ts'
import type { ImportSource } from '../import-source.ts'
import { type DownloadFailure, type DownloadPorts, downloadBytes } from './download-bytes.ts'
import { type SourceLimits, sourceLimits } from './source-limits.ts'

/** Downloads the document at a URL with the engine's send; its references are never fetched (attacks IM8). */
export async function downloadSource(
  url: string,
  ports: DownloadPorts,
  signal: AbortSignal,
  limits: SourceLimits = sourceLimits,
): Promise<Result<ImportSource, ImportRefusal>> {
  const name = nameOf(url)
  const options = { limitBytes: limits.fileBytes, settings: defaultSendSettings }
  const downloaded = await downloadBytes(url, ports, signal, options)
  if (!downloaded.ok) return failed(refusalOf(downloaded.failure, name, limits))
  const { response, bytes } = downloaded.value
  if (response.statusCode >= 400)
    return failed({
      code: 'SOURCE_NOT_READ',
      sentence: `The server responded with ${`${response.statusCode} ${response.reasonPhrase}`.trim()} instead of a document.`,
      nextStep: 'Check the URL. If it needs authorization, download the file and import that.',
    })
  return ok({ name, files: [{ path: name, bytes }] })
}

function refusalOf(failure: DownloadFailure, name: string, limits: SourceLimits): ImportRefusal {
  switch (failure.kind) {
    case 'cancelled':
      return conversionStopped('CANCELLED')
    case 'tooLarge':
      return sourceTooLarge(name, limits.fileBytes)
    case 'notSent': {
      const { sentence, nextStep } = describeSendFailure(failure.failure)
      return { code: 'SOURCE_NOT_READ', sentence, nextStep }
    }
  }
}

/** Returns the last part of the path as a name, or else the host. */
function nameOf(url: string): string {
  const [base = ''] = url.split(/[?#]/)
  const parts = base.split('/').filter(part => part !== '')
  return parts.at(-1) ?? url
}
