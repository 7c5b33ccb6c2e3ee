import { join } from 'node:path'
import type { Config } from '../../config/config.js'
import type { FilePort } from './file-port.js'
import { openFolderFiles } from './folder-files.js'
import { openS3Files } from './s3-files.js'

/** The file storage that the settings name: a bucket, else the data folder. */
export function openFiles(config: Pick<Config, 'dataFolder' | 's3'>): FilePort {
  const folder = join(config.dataFolder, 'uploads')
  return config.s3 ? openS3Files(config.s3, { folder: join(folder, 'incoming') }) : openFolderFiles({ folder })
}
