@main struct AlbumenMedia { static func main() {} }
