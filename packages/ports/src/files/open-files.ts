import { join } from 'node:path'
import type { FilePort } from './file-port.js'
import { openFolderFiles } from './folder-files.js'
import { openS3Files, type S3Options } from './s3-files.js'

/** The file storage that the settings name: a bucket, else the data folder. */
export function openFiles({ dataFolder, s3 }: { dataFolder: string; s3?: S3Options }): FilePort {
  const folder = join(dataFolder, 'uploads')
  return s3 ? openS3Files(s3, { folder: join(folder, 'incoming') }) : openFolderFiles({ folder })
}
