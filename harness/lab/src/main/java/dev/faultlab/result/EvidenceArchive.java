package dev.faultlab.result;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A zip file with the evidence of a committed result. It is checked once when it is opened, and
 * then read in place through paths of the JDK's zip file system; nothing is unpacked to disk. The
 * directory of the archive is parsed here, because the JDK accepts links and duplicate names.
 */
final class EvidenceArchive {
  /** Suffix of an archive's name. */
  static final String ENDING = ".zip";

  private static final long MAX_BYTES = 1L << 30;
  private static final int MAX_FILES = 20_000;

  private static final int END = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int ENTRY = 0x02014b50;
  private static final int ENTRY_BYTES = 46;
  private static final int ENCRYPTED = 1;
  private static final int UNIX = 3;
  private static final int FILE_TYPE = 0170000;
  private static final int REGULAR = 0100000;

  /** The directory entry of one file. */
  private record Entry(String name, int method, long size) {}

  /**
   * The root folder of an archive. The JVM closes the file when none of its paths is in use.
   *
   * @throws RefusedPath when the archive is incomplete, holds anything but {@value
   *     Bundle#CHECKSUMS} and regular files below {@code evidence/}, holds a name twice, or unpacks
   *     to more than it declares
   */
  static Path open(Path zip) throws IOException {
    List<Entry> entries = entries(zip);
    Path root;
    try {
      root = FileSystems.newFileSystem(zip, Map.of()).getPath("/");
    } catch (ZipException e) {
      throw refusal(zip, "cannot be read: " + e.getMessage());
    }
    for (Entry entry : entries) {
      if (entry.method() == ZipEntry.DEFLATED) {
        requireSize(zip, root, entry);
      }
    }
    return root;
  }

  private static List<Entry> entries(Path zip) throws IOException {
    ByteBuffer directory = directory(zip);
    List<Entry> entries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long bytes = 0;
    while (directory.hasRemaining()) {
      Entry entry = next(zip, directory);
      bytes += entry.size();
      require(names.add(entry.name()), zip, "holds '" + entry.name() + "' twice");
      require(bytes <= MAX_BYTES, zip, "unpacks to more than " + (MAX_BYTES >> 20) + " MiB");
      entries.add(entry);
    }
    for (String name : names) {
      for (int at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
        require(!names.contains(name.substring(0, at)), zip, "holds '" + name + "' below a file");
      }
    }
    return entries;
  }

  private static ByteBuffer directory(Path zip) throws IOException {
    try (FileChannel file = FileChannel.open(zip, StandardOpenOption.READ)) {
      long endAt = file.size() - END_BYTES;
      require(endAt >= 0, zip, "is incomplete");
      ByteBuffer end = read(file, endAt, END_BYTES);
      int count = end.getShort(10) & 0xffff;
      long size = end.getInt(12) & 0xffffffffL;
      long offset = end.getInt(16) & 0xffffffffL;
      boolean valid =
          end.getInt(0) == END
              && end.getInt(4) == 0
              && (end.getShort(8) & 0xffff) == count
              && end.getShort(20) == 0
              && offset + size == endAt;
      require(valid, zip, "is incomplete, or is not a zip file of one part without a comment");
      require(
          count <= MAX_FILES && size <= (long) MAX_FILES * 1024,
          zip,
          "holds more than " + MAX_FILES + " files");
      return read(file, offset, (int) size);
    }
  }

  private static ByteBuffer read(FileChannel file, long at, int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && file.read(bytes, at + bytes.position()) >= 0) {
      // The channel may return fewer bytes than requested.
    }
    return bytes.flip();
  }

  private static Entry next(Path zip, ByteBuffer at) {
    int start = at.position();
    require(
        at.remaining() >= ENTRY_BYTES && at.getInt(start) == ENTRY, zip, "has a broken directory");
    int madeBy = (at.getShort(start + 4) & 0xffff) >> 8;
    int method = at.getShort(start + 10) & 0xffff;
    long packed = at.getInt(start + 20) & 0xffffffffL;
    long size = at.getInt(start + 24) & 0xffffffffL;
    int nameBytes = at.getShort(start + 28) & 0xffff;
    int extraBytes = (at.getShort(start + 30) & 0xffff) + (at.getShort(start + 32) & 0xffff);
    int type = madeBy == UNIX ? at.getInt(start + 38) >>> 16 & FILE_TYPE : 0;
    require(at.remaining() >= ENTRY_BYTES + nameBytes + extraBytes, zip, "has a broken directory");
    byte[] text = new byte[nameBytes];
    at.position(start + ENTRY_BYTES).get(text).position(at.position() + extraBytes);
    String name = new String(text, StandardCharsets.UTF_8);
    require(
        (at.getShort(start + 8) & ENCRYPTED) == 0
            && (method == ZipEntry.DEFLATED || method == ZipEntry.STORED && packed == size),
        zip,
        "holds '" + name + "' encrypted, or packed in an unknown way");
    require(type == 0 || type == REGULAR, zip, "holds '" + name + "', which is no regular file");
    requireInside(zip, name);
    return new Entry(name, method, size);
  }

  private static void requireInside(Path zip, String name) {
    InnerPath.of(zip, name);
    boolean isNormal = Path.of(name).normalize().toString().equals(name) && !name.contains("\\");
    require(
        isNormal && (name.equals(Bundle.CHECKSUMS) || name.startsWith(Bundle.EVIDENCE + "/")),
        zip,
        "holds '" + name + "', expected " + Bundle.CHECKSUMS + " and files below evidence/");
  }

  /** A packed file that is larger than the directory declares could fill the memory. */
  private static void requireSize(Path zip, Path root, Entry entry) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long size = 0;
    try (InputStream in = Files.newInputStream(root.resolve(entry.name()))) {
      for (int read = in.read(buffer); read >= 0 && size <= entry.size(); read = in.read(buffer)) {
        size += read;
      }
    } catch (IOException e) {
      throw refusal(zip, "holds '" + entry.name() + "', which cannot be unpacked: " + e);
    }
    require(
        size == entry.size(),
        zip,
        "says that '" + entry.name() + "' has " + entry.size() + " bytes, found another size");
  }

  private static void require(boolean holds, Path zip, String otherwise) {
    if (!holds) {
      throw refusal(zip, otherwise);
    }
  }

  private static RefusedPath refusal(Path zip, String why) {
    return new RefusedPath(
        zip + " " + why + "; get the archive again, or write it with ./faultlab dev reference");
  }

  /**
   * Writes an archive: the same files in the same order give the same bytes. Its last entry has the
   * digests of all files.
   */
  static final class Writer implements Closeable {
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final ZipOutputStream out;
    private final StringBuilder checksums = new StringBuilder();

    /**
     * @param zip must not exist
     */
    Writer(Path zip) throws IOException {
      out = new ZipOutputStream(Files.newOutputStream(zip, StandardOpenOption.CREATE_NEW));
      out.setLevel(9);
    }

    void add(String name, byte[] content) throws IOException {
      checksums.append(DigestUtils.sha256Hex(content)).append("  ").append(name).append('\n');
      put(name, content);
    }

    private void put(String name, byte[] content) throws IOException {
      ZipEntry entry = new ZipEntry(name);
      entry.setTimeLocal(NO_TIME);
      if (name.endsWith(EvidenceFiles.PACKED)) {
        CRC32 sum = new CRC32();
        sum.update(content);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
      }
      out.putNextEntry(entry);
      out.write(content);
      out.closeEntry();
    }

    @Override
    public void close() throws IOException {
      try (out) {
        put(Bundle.CHECKSUMS, checksums.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
