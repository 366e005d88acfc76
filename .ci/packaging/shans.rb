# Not run yet. For a tap of Homebrew; .ci/packaging/fill fills in what stands between @.
class Shans < Formula
  desc "Chess analysis that keeps the whole tree"
  homepage "@URL@"
  version "@VERSION@"
  license "GPL-3.0-or-later"

  on_macos do
    on_arm do
      url "@URL@/releases/download/v@VERSION@/shans-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@URL@/releases/download/v@VERSION@/shans-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end
  on_linux do
    on_arm do
      url "@URL@/releases/download/v@VERSION@/shans-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256 aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "@URL@/releases/download/v@VERSION@/shans-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256 x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "bin/shans"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/shans"
    zsh_completion.install "share/zsh/vendor-completions/_shans"
    fish_completion.install "share/fish/vendor_completions.d/shans.fish"
  end

  test do
    assert_match "best line", shell_output("#{bin}/shans analyze startpos --nodes 20k")
  end
end
